import { type Collection, withoutCofferAuth, withShownCofferAuth } from '@coffer/schema'
import type { ApiRequest } from '../../../messages/ApiRequest.ts'
import { parameter } from '../../parameters.ts'

/**
 * Returns a collection with the options of PocketBase 0.22. Options that 0.22 does not have are left out, unless the query asks for them
 * with `coffer=true`.
 */
export function shownCollection(collection: Collection, request: ApiRequest) {
  const show = parameter(request, 'coffer') === 'true' ? withShownCofferAuth : withoutCofferAuth
  return { ...collection, options: show(collection.options) }
}

/** Returns a collection as the API returns it, with keys in the order of the wire format, and with its rule tests if it has some. */
export function collectionJson(collection: Collection, request: ApiRequest) {
  return {
    id: collection.id,
    created: collection.created,
    updated: collection.updated,
    name: collection.name,
    type: collection.type,
    system: collection.system,
    schema: collection.schema,
    indexes: collection.indexes,
    listRule: collection.listRule,
    viewRule: collection.viewRule,
    createRule: collection.createRule,
    updateRule: collection.updateRule,
    deleteRule: collection.deleteRule,
    options: shownCollection(collection, request).options,
    ...(collection.omittedDates && { omittedDates: collection.omittedDates }),
    ...(collection.ruleTests && collection.ruleTests.length > 0 && { ruleTests: collection.ruleTests }),
  }
}
