import type { Plain } from './Host.ts'
import { randomText } from './randomText.ts'

/** A field of a collection, as in 0.22. */
export class SchemaField {
  system = false
  id = ''
  name = ''
  type = 'text'
  required = false
  presentable = false
  unique = false
  options: unknown = {}
  /** Absent from fields that are not hidden. */
  declare hidden?: boolean

  constructor(data: Plain = {}) {
    Object.assign(this, data)
    this.id ||= randomText(8)
  }
}
