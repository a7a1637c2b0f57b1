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

  submit = (...interceptors: Interceptor<Collection>[]): void => {
    const draft = new Collection(this.#values)
    if (!this.#collection.isNew()) draft.markAsNotNew()
    runIntercepted(draft, interceptors, collection => {
      this.dao.saveCollection(collection)
      this.#collection.load(collection.toJSON())
    })
  }

  get #values(): Plain {
    const { submit: _, setDao: __, ...values } = this as Plain
    return values
  }
}

/** Imports collections, as in 0.22. */
export class CollectionsImportForm extends Form {
  collections: (Collection | Plain)[] = []
  deleteMissing = false

  submit = (...interceptors: Interceptor<(Collection | Plain)[]>[]): void =>
    runIntercepted(this.collections, interceptors, collections => this.dao.importCollections(collections, this.deleteMissing))
}
