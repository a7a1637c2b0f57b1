import { type Field, fieldType } from '@coffer/fields'
import { abilitiesOf } from '@coffer/fields/abilities'
import { ownValue } from '@coffer/fields/ownValue'
import type { Collection } from './Collection.ts'
import { DateTime, Time } from './DateTime.ts'
import type { Plain } from './Host.ts'
import { JsonBytes } from './JsonBytes.ts'
import { randomText } from './randomText.ts'
import type { SchemaField } from './SchemaField.ts'

const isDate = (value: unknown): value is Date => Object.prototype.toString.call(value) === '[object Date]'

/** Columns of auth records beside the fields, with their empty values. */
const authColumns = { username: '', email: '', emailVisibility: false, verified: false }
const secretColumns = ['tokenKey', 'passwordHash', 'lastResetSentAt', 'lastVerificationSentAt', 'lastLoginAlertSentAt']
const systemColumns = ['id', 'created', 'updated', 'password', ...Object.keys(authColumns), ...secretColumns]

const dateText = (date: Date): string => (Number.isNaN(date.getTime()) ? '' : date.toISOString())

/** Converts values of scripts to values of fields. */
function plainValue(value: unknown): unknown {
  if (value instanceof DateTime) return value.string()
  if (value instanceof Time) return value.toDate().toISOString()
  if (value instanceof JsonBytes) return value.toString()
  if (isDate(value)) return dateText(value)
  return Array.isArray(value) ? [...value] : value
}

/** Returns a stored value as scripts read it: JSON as bytes, dates as `DateTime`. */
function readValue(field: SchemaField | null, value: unknown): unknown {
  if (field?.type === 'json') return JsonBytes.fromText(value === null || value === undefined ? '' : String(value))
  if (field && abilitiesOf(field as unknown as Field).holdsDate) return new DateTime(value ?? '')
  return Array.isArray(value) ? [...value] : (value ?? null)
}

/** Gives records the keys that 0.22 lists first. */
class BaseModel {
  constructor() {
    Object.defineProperty(this, 'baseModel', { value: this, enumerable: true })
    for (const name of ['id', 'created', 'updated'])
      Object.defineProperty(this, name, { ...Object.getOwnPropertyDescriptor(Record.prototype, name), enumerable: true })
  }
}

/** A record, as in 0.22. `Dao.saveRecord` stores it without validation. */
export class Record extends BaseModel {
  /** Compares a password with a hash. Who runs scripts sets it, if it offers that. */
  static verifyPassword: (password: string, hash: string) => boolean = () => {
    throw new Error('Passwords are not compared here.')
  }

  #collection: Collection | undefined
  #values: Plain = {}
  #original: Plain = {}
  #expand: Plain = {}
  #isNew = true
  #showsUnknown = false
  #showsEmail = false

  constructor(collection?: Collection, data: Plain = {}) {
    super()
    this.#collection = typeof collection === 'object' ? collection : undefined
    for (const field of this.#collection?.schema.fields() ?? []) this.set(field.name, undefined)
    if (this.#collection?.isAuth()) Object.assign(this.#values, authColumns)
    this.load(data)
  }

  get id(): string {
    return String(this.#values.id ?? '')
  }

  set id(id: string) {
    this.#values.id = id
  }

  get created(): DateTime {
    return new DateTime(this.#values.created ?? '')
  }

  get updated(): DateTime {
    return new DateTime(this.#values.updated ?? '')
  }

  getId = (): string => this.id
  setId = (id: string): void => {
    this.id = id
  }
  hasId = (): boolean => this.id !== ''
  refreshId = (): void => {
    this.id = randomText(15)
  }

  collection(): Collection {
    return this.#collection as Collection
  }

  tableName(): string {
    return this.#collection?.name ?? ''
  }

  baseFilesPath(): string {
    return `${this.#collection?.id}/${this.id}`
  }

  findFileFieldByFile(file: string): SchemaField | null {
    const has = (name: string) => [ownValue(this.#values, name)].flat().includes(file)
    return this.#fields().find(({ type, name }) => type === 'file' && has(name)) ?? null
  }

  isNew(): boolean {
    return this.#isNew
  }

  markAsNew(): void {
    this.#isNew = true
  }

  markAsNotNew(): void {
    this.#isNew = false
  }

  /** Sets the value of a field as its type reads it. */
  set(name: string, value: unknown): void {
    const field = this.#collection?.schema.getFieldByName(name)
    const plain = plainValue(value)
    if (!field) this.#values[String(name)] = plain
    // An unknown field type has been rejected when the collection was saved.
    else this.#values[name] = fieldType(field as unknown as Field).normalize(plain, field.options as Field['options'])
  }

  get(name: string): unknown {
    if (name === 'created') return this.created
    if (name === 'updated') return this.updated
    if (name === 'id') return this.id
    if (name === 'expand') return this.#expand
    return readValue(this.#collection?.schema.getFieldByName(name) ?? null, ownValue(this.#values, name))
  }

  getString(name: string): string {
    const value = this.get(name)
    if (value instanceof JsonBytes) return value.toString()
    if (Array.isArray(value) || value === null) return ''
    return String(value)
  }

  getInt(name: string): number {
    return Math.trunc(this.getFloat(name))
  }

  getFloat(name: string): number {
    return Number(this.get(name)) || 0
  }

  getBool(name: string): boolean {
    const value = this.get(name)
    return value === true || value === 1 || value === 'true'
  }

  getDateTime(name: string): DateTime {
    return new DateTime(this.getString(name))
  }

  getTime(name: string): Time {
    return this.getDateTime(name).time()
  }

  getStringSlice(name: string): string[] {
    const value = this.get(name)
    return Array.isArray(value) ? value.map(String) : [value].filter(item => item !== null && item !== '').map(String)
  }

  load(data: Plain): void {
    for (const [name, value] of Object.entries(data)) this.set(name, value)
  }

  /** Returns values with the results of `field+` and `field-` in place of these. The misspelled name is the one of 0.22. */
  replaceModifers(data: Plain): Plain {
    const replaced = { ...data }
    for (const field of this.#fields())
      for (const modifier of ['+', '-'] as const) {
        const key = `${field.name}${modifier}`
        if (!Object.hasOwn(replaced, key)) continue
        const type = fieldType(field as unknown as Field)
        const options = field.options as Field['options']
        const base = Object.hasOwn(replaced, field.name) ? replaced[field.name] : this.#values[field.name]
        const value = type.normalize(base, options)
        replaced[field.name] = type.modify ? type.modify(value, modifier, replaced[key], options) : value
        delete replaced[key]
      }
    return replaced
  }

  originalCopy(): Record {
    return this.#copy(this.#original)
  }

  cleanCopy(): Record {
    const known = [...systemColumns, ...this.#fields().map(({ name }) => name)]
    return this.#copy(Object.fromEntries(Object.entries(this.#values).filter(([name]) => known.includes(name))))
  }

  schemaData(): Plain {
    return Object.fromEntries(this.#fields().map(({ name }) => [name, this.get(name)]))
  }

  unknownData(): Plain {
    const known = new Set([...systemColumns, ...this.#fields().map(({ name }) => name)])
    return Object.fromEntries(Object.entries(this.#values).filter(([name]) => !known.has(name)))
  }

  withUnknownData(shows: boolean): void {
    this.#showsUnknown = shows
  }

  ignoreEmailVisibility(shows: boolean): void {
    this.#showsEmail = shows
  }

  /** Returns what the API shows of the record. */
  publicExport(): Plain {
    const { id = '', name = '' } = this.#collection ?? {}
    const shown: Plain = { id: this.id, created: this.created, updated: this.updated, collectionId: id, collectionName: name }
    for (const date of this.#collection?.omittedDates ?? []) delete shown[date]
    for (const field of this.#fields().filter(({ hidden }) => !hidden)) shown[field.name] = this.#publicValue(field)
    if (this.#collection?.isAuth()) {
      const { username, email, emailVisibility, verified } = this.#values
      Object.assign(shown, { username, emailVisibility, verified })
      if (emailVisibility || this.#showsEmail) shown.email = email
    }
    if (this.#showsUnknown)
      for (const [key, value] of Object.entries(this.unknownData())) if (!Object.hasOwn(shown, key)) shown[key] = value
    if (Object.keys(this.#expand).length > 0) shown.expand = this.#expand
    return shown
  }

  #publicValue(field: SchemaField): unknown {
    return abilitiesOf(field as unknown as Field).holdsPassword ? '' : toPublic(this.get(field.name))
  }

  toJSON(): Plain {
    return this.publicExport()
  }

  expand = (): Plain => ({ ...this.#expand })
  setExpand = (expand: Plain): void => {
    this.#expand = { ...expand }
  }
  mergeExpand = (expand: Plain): void => {
    this.#expand = { ...this.#expand, ...expand }
  }
  expandedOne = (name: string): unknown => [ownValue(this.#expand, name)].flat()[0] ?? null
  expandedAll = (name: string): unknown[] => [ownValue(this.#expand, name) ?? []].flat()

  email = (): string => this.#auth('email')
  username = (): string => this.#auth('username')
  verified = (): boolean => this.#auth('verified') === 'true'
  emailVisibility = (): boolean => this.#auth('emailVisibility') === 'true'
  tokenKey = (): string => this.#auth('tokenKey')
  passwordHash = (): string => this.#auth('passwordHash')
  lastResetSentAt = (): DateTime => new DateTime(this.#auth('lastResetSentAt'))
  lastVerificationSentAt = (): DateTime => new DateTime(this.#auth('lastVerificationSentAt'))
  setEmail = (email: string): void => this.#setAuth('email', email)
  setUsername = (username: string): void => this.#setAuth('username', username)
  setVerified = (verified: boolean): void => this.#setAuth('verified', verified)
  setEmailVisibility = (visible: boolean): void => this.#setAuth('emailVisibility', visible)

  /** Sets a new password, which is hashed when the record is saved. It invalidates all tokens. */
  setPassword(password: string): void {
    this.#setAuth('password', String(password))
  }

  /** Whether a password is the stored one, or the new one that is not stored yet. */
  validatePassword(password: string): boolean {
    if (this.#values.password !== undefined) return this.#values.password === String(password)
    return this.#collection?.isAuth() === true && Record.verifyPassword(String(password), this.passwordHash())
  }

  /** Sets the key that all tokens of the record are signed with. A new one revokes them. */
  setTokenKey = (key: string): void => this.#setAuth('tokenKey', String(key))

  /** Revokes all tokens. */
  refreshTokenKey(): void {
    this.#setAuth('tokenKey', randomText(50))
  }

  /** Returns the values to store. */
  columnValueMap(): Plain {
    return { ...this.#values }
  }

  /** Returns the values that have changed since the record was read. */
  changedValues(): Plain {
    return Object.fromEntries(
      Object.entries(this.#values).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(this.#original[name])),
    )
  }

  /** Takes over what is stored. */
  loadStored(values: Plain): void {
    delete this.#values.password
    Object.assign(this.#values, values)
    this.#original = { ...this.#values }
    this.#isNew = false
  }

  /** Takes over values that are not stored yet. */
  loadCurrent(values: Plain): void {
    Object.assign(this.#values, values)
  }

  /** Takes over the collection and the values of a record that a query has found. */
  become(found: Record): void {
    this.#collection = found.#collection
    this.#values = { ...found.#values }
    this.#original = { ...found.#original }
    this.#isNew = found.#isNew
  }

  #fields(): readonly SchemaField[] {
    return this.#collection?.schema.fields() ?? []
  }

  #copy(values: Plain): Record {
    const copy = new Record(this.#collection)
    copy.#values = { ...copy.#values, ...values }
    copy.#original = { ...this.#original }
    copy.#isNew = this.#isNew
    return copy
  }

  #auth(name: string): string {
    return this.#collection?.isAuth() ? String(this.#values[name] ?? '') : ''
  }

  #setAuth(name: string, value: unknown): void {
    if (!this.#collection?.isAuth()) throw Object.assign(new Error('Not an auth collection record.'), { name: 'GoError' })
    this.#values[name] = value
  }
}

/** Returns a value as it is in the API's JSON, which scripts can use as a value. */
function toPublic(value: unknown): unknown {
  if (value instanceof JsonBytes) return value.toJSON()
  return value instanceof DateTime ? value.string() : value
}
