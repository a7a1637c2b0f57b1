import type { Plain } from './Host.ts'
import { SchemaField } from './SchemaField.ts'

/** The fields of a collection, as in 0.22. */
export class Schema {
  #fields: SchemaField[]

  constructor(fields: readonly Plain[] = []) {
    this.#fields = Array.from(fields, field => new SchemaField(field))
  }

  fields(): SchemaField[] {
    return [...this.#fields]
  }

  /** Adds a field. A field with the same id is replaced. */
  addField(field: SchemaField): void {
    const index = this.#fields.findIndex(({ id }) => id === field.id)
    if (index < 0) this.#fields.push(field)
    else this.#fields[index] = field
  }

  removeField(id: string): void {
    this.#fields = this.#fields.filter(field => field.id !== id)
  }

  getFieldById(id: string): SchemaField | null {
    return this.#fields.find(field => field.id === id) ?? null
  }

  getFieldByName(name: string): SchemaField | null {
    return this.#fields.find(field => field.name === name) ?? null
  }

  clone(): Schema {
    return new Schema(this.asMap())
  }

  asMap(): Plain[] {
    return this.#fields.map(field => ({ ...field }))
  }

  toJSON(): Plain[] {
    return this.asMap()
  }
}
