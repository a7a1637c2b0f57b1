import type { DeletionPreview, TruncationPreview } from '../../../queries/records/deletionPreview.ts'
import { countInWords } from '../../../shell/collections/recordCountText.ts'

const list = new Intl.ListFormat('en')

function recordsOf(counted: DeletionPreview['deleted']): string {
  return list.format(counted.map(({ collectionName, count }) => `${countInWords(count)} of ${collectionName}`))
}

function isOne(counted: DeletionPreview['deleted']): boolean {
  return counted.length === 1 && counted[0]?.count === 1
}

const requiringText = (counted: DeletionPreview['requiredBy']) =>
  `${recordsOf(counted)} ${isOne(counted) ? 'requires' : 'require'}`

function othersText({ deleted, isComplete }: DeletionPreview): string {
  if (deleted.length === 0)
    return isComplete ? 'No other records are deleted.' : 'Counting the other records to delete took too long.'
  return `${isComplete ? '' : 'At least '}${recordsOf(deleted)} ${isOne(deleted) ? 'is' : 'are'} deleted too.`
}

/** Describes in one or two sentences what a deletion does to other records. */
export function cascadeText(preview: DeletionPreview, selectedCount: number): string {
  const { requiredBy } = preview
  if (requiredBy.length === 0) return othersText(preview)
  const requiring = requiringText(requiredBy)
  if (selectedCount === 1) return `It can't be deleted while ${requiring} it.`
  return `Not all of them can be deleted: ${requiring} one of them. ${othersText(preview)}`
}

function ownText({ records, files = 0 }: TruncationPreview): string {
  if (records === undefined) return 'All of its records and files are deleted permanently. Counting them took too long.'
  const own = [countInWords(records), ...(files > 0 ? [files === 1 ? '1 file' : `${files.toLocaleString('en')} files`] : [])]
  return `${list.format(own)} ${records + files === 1 ? 'is' : 'are'} deleted permanently.`
}

/** Describes in a few sentences what a truncation deletes. */
export function truncationText(preview: TruncationPreview): string {
  const { records, requiredBy, isComplete } = preview
  if (records === 0) return 'It has no records.'
  if (requiredBy.length === 0) return `${ownText(preview)} ${othersText(preview)}`
  const requiring = requiringText(requiredBy)
  if (isComplete) return `Its records can't be deleted while ${requiring} them.`
  // Records that are deleted too do not prevent a truncation, and not all of these are known.
  return `${ownText(preview)} ${othersText(preview)} This may fail: ${requiring} some of its records.`
}
