import { newerSystemCollections } from '@coffer/schema'
import { ReferencedError } from '../../../collections/deleteCollection.ts'
import { Rejection } from '../../../errors/Rejection.ts'
import { deleteCollection, removeCollection } from '../../collections/delete.ts'
import type { Endpoint } from '../../contract.ts'
import { inWriterExclusively } from '../../Steps.ts'

const notDeleted = 'Failed to delete collection'

/** Deletes a collection, and says which collections refer to one that cannot be deleted. */
export const deleteTodayCollection: Endpoint = {
  ...deleteCollection,
  dialect: 'today',
  operation: { ...deleteCollection.operation, id: 'deleteTodayCollection' },
  steps: inWriterExclusively(async call => {
    if (newerSystemCollections.includes(call.request.params.collection ?? ''))
      throw new Rejection('conflict', { message: `${notDeleted}.` })
    try {
      return await removeCollection(call)
    } catch (error) {
      if (!(error instanceof Rejection && error.cause instanceof ReferencedError)) throw error
      const names = error.cause.collections.join(', ')
      throw new Rejection('conflict', {
        message: `${notDeleted} probably due to existing reference in ${names}.`,
        cause: error.cause,
      })
    }
  }),
}
