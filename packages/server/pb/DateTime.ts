import { parseDate } from '@coffer/fields'
import { formatTime } from './formatTime.ts'

const millisecond = 1_000_000
/** The year 1, which is the zero of times in Go. */
const zeroMs = -62_135_596_800_000

/** A moment, with the methods of Go's `time.Time` that scripts use. Durations are in nanoseconds. */
export class Time {
  readonly #ms: number

  constructor(ms: number) {
    this.#ms = ms
  }

  get #date(): Date {
    return new Date(this.#ms)
  }

  year = (): number => this.#date.getUTCFullYear()
  month = (): number => this.#date.getUTCMonth() + 1
  day = (): number => this.#date.getUTCDate()
  hour = (): number => this.#date.getUTCHours()
  minute = (): number => this.#date.getUTCMinutes()
  second = (): number => this.#date.getUTCSeconds()
  weekday = (): number => this.#date.getUTCDay()
  unix = (): number => Math.floor(this.#ms / 1000)
  unixMilli = (): number => this.#ms
  isZero = (): boolean => this.#ms === zeroMs
  add = (nanoseconds: number): Time => new Time(this.#ms + nanoseconds / millisecond)
  sub = (other: Time): number => (this.#ms - other.unixMilli()) * millisecond
  before = (other: Time): boolean => this.#ms < other.unixMilli()
  after = (other: Time): boolean => this.#ms > other.unixMilli()
  equal = (other: Time): boolean => this.#ms === other.unixMilli()
  utc = (): Time => this
  addDate = (years: number, months: number, days: number): Time => {
    const date = this.#date
    date.setUTCFullYear(date.getUTCFullYear() + years, date.getUTCMonth() + months, date.getUTCDate() + days)
    return new Time(date.getTime())
  }
  /** Formats it by a layout of Go, such as `2006-01-02`. */
  format = (layout: string): string => formatTime(this.#date, String(layout))
  string = (): string => this.toString()

  toString(): string {
    return this.#date.toISOString().replace('T', ' ').replace('Z', ' +0000 UTC')
  }

  toJSON(): string {
    return this.#date.toISOString().replace('.000Z', 'Z')
  }

  toDate(): Date {
    return this.#date
  }
}

/** A date of a record, as in 0.22. Without an argument, the current time; the text of an invalid date is ''. */
export class DateTime {
  readonly #text: string

  constructor(text?: unknown) {
    this.#text = parseDate(text === undefined ? new Date().toISOString() : String(text))
  }

  string(): string {
    return this.#text
  }

  toString(): string {
    return this.#text
  }

  isZero(): boolean {
    return this.#text === ''
  }

  time(): Time {
    return new Time(this.#text === '' ? zeroMs : Date.parse(this.#text.replace(' ', 'T')))
  }

  toJSON(): string {
    return this.#text
  }
}
