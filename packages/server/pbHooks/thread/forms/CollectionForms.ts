import { Collection } from '../../../pb/Collection.ts'
import type { Plain } from '../../../pb/Host.ts'
import type { Schema } from '../../../pb/Schema.ts'
import type { ScriptRunner } from '../ScriptRunner.ts'
import { Form, type Interceptor, runIntercepted } from './Form.ts'

/** Creates or changes a collection, as in 0.22. */
export class CollectionUpsertForm extends Form {
  declare schema: Schema
  readonly #collection: Collection

  constructor(scripts: ScriptRunner, collection: Collection) {
    super(scripts)
    this.#collection = collection
    Object.assign(this, collection.toJSON(), { schema: collection.schema.clone() })
  }

  validate = (): void => void this.dao.checkForm('checkCollection', this.#draft.toJSON())

  submit = (...interceptors: Interceptor<Collection>[]): void => {
    runIntercepted(this.#draft, interceptors, collection => {
      this.dao.saveCollection(collection)
      this.#collection.load(collection.toJSON())
    })
  }

  get #draft(): Collection {
    const values = Object.entries(this as Plain).filter(([, value]) => typeof value !== 'function')
    const draft = new Collection(Object.fromEntries(values))
    if (!this.#collection.isNew()) draft.markAsNotNew()
    return draft
  }
}

/** Imports collections, as in 0.22. */
export class CollectionsImportForm extends Form {
  collections: (Collection | Plain)[] = []
  deleteMissing = false

  validate = (): void => void this.dao.checkForm('checkImport', { collections: this.collections })

  submit = (...interceptors: Interceptor<(Collection | Plain)[]>[]): void => {
    runIntercepted(this.collections, interceptors, collections => this.dao.importCollections(collections, this.deleteMissing))
  }
}
