import type { DeletionPreview } from '../../../queries/records/deletionPreview.ts'
import { countInWords } from '../../../shell/collections/recordCountText.ts'

const list = new Intl.ListFormat('en')

function recordsOf(counted: DeletionPreview['deleted']): string {
  return list.format(counted.map(({ collectionName, count }) => `${countInWords(count)} of ${collectionName}`))
}

function isOne(counted: DeletionPreview['deleted']): boolean {
  return counted.length === 1 && counted[0]?.count === 1
}

/** Describes in one or two sentences what a deletion does to other records. */
export function cascadeText({ deleted, requiredBy, isComplete }: DeletionPreview, selectedCount: number): string {
  const requiring = `${recordsOf(requiredBy)} ${isOne(requiredBy) ? 'requires' : 'require'}`
  if (requiredBy.length > 0 && selectedCount === 1) return `It can't be deleted while ${requiring} it.`
  const blocked = requiredBy.length > 0 ? [`Not all of them can be deleted: ${requiring} one of them.`] : []
  if (deleted.length === 0) {
    return [
      ...blocked,
      isComplete ? 'No other records are deleted.' : 'Counting the other records to delete took too long.',
    ].join(' ')
  }
  const records = `${isComplete ? '' : 'At least '}${recordsOf(deleted)}`
  return [...blocked, `${records} ${isOne(deleted) ? 'is' : 'are'} deleted too.`].join(' ')
}
