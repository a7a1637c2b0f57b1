import type { Plain } from './Host.ts'
import { Record } from './Record.ts'
import { randomText } from './randomText.ts'

/** An admin, as in 0.22. */
export class Admin {
  id = ''
  created = ''
  updated = ''
  avatar = 0
  email = ''
  tokenKey = ''
  passwordHash = ''
  lastResetSentAt = ''
  #password: string | undefined

  constructor(data: Plain = {}) {
    Object.assign(this, data)
  }

  tableName(): string {
    return '_admins'
  }

  isNew(): boolean {
    return this.created === ''
  }

  /** Sets a new password, which is hashed when the admin is saved. It revokes all tokens. */
  setPassword(password: string): void {
    this.#password = String(password)
  }

  /** Whether a password is the stored one, or the new one that is not stored yet. */
  validatePassword(password: string): boolean {
    if (this.#password !== undefined) return this.#password === String(password)
    return Record.verifyPassword(String(password), this.passwordHash)
  }

  /** Revokes all tokens. */
  refreshTokenKey(): void {
    this.tokenKey = randomText(50)
  }

  /** Returns the values to store. */
  toStore(): Plain {
    return {
      id: this.id,
      email: this.email,
      avatar: this.avatar,
      tokenKey: this.tokenKey,
      ...(this.#password !== undefined && { password: this.#password }),
    }
  }

  /** Returns what the API shows. */
  toJSON(): Plain {
    const { id, created, updated, avatar, email } = this
    return { id, created, updated, avatar, email }
  }
}
