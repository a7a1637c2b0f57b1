/** A row of `_admins`. */
export interface Admin {
  id: string
  created: string
  updated: string
  avatar: number
  email: string
  tokenKey: string
  passwordHash: string
  lastResetSentAt: string
}
