import { type AccessCell, type CollectionExposure, describeCell, type PersonaDescription, type Widening } from '@coffer/schema'
import { Disclosure, joinClasses, softTones } from '@coffer/ui'
import { useState } from 'react'
import accessText from './accessText.module.css'
import { ReachedRecords } from './ReachedRecords.tsx'
import styles from './ReadableParts.module.css'

interface ReadablePartsProps {
  collection: CollectionExposure
  persona: PersonaDescription
  /** Parts that became readable since the review. */
  widened: readonly Widening[]
}

/** The fields, files and realtime topics that a persona can read. */
export function ReadableParts({ collection, persona, widened }: ReadablePartsProps) {
  const access = collection.access[persona.key]
  if (!access) return null
  const { name, fields, files, records } = collection
  const { actions, realtime, protectedFiles } = access
  const canRead = [actions.list, actions.view].some(cell => cell !== undefined && cell.level !== 'none')
  const amount = (cell: AccessCell) => describeCell(cell, undefined, records)
  const opened = { collectionId: collection.id, persona: persona.key }
  const isNew = (what: Widening['what']) => widened.some(found => found.what === what)
  const fieldsOf = (what: Widening['what']) => widened.flatMap(found => (found.what === what ? (found.fields ?? []) : []))
  const [newFields, newFiles] = [fieldsOf('fields'), fieldsOf('files')]
  return (
    <dl className={styles.parts}>
      <dt>Readable fields</dt>
      <dd>{canRead ? fields.join(', ') : 'None'}</dd>
      {newFields.length > 0 && <dd className={softTones.danger}>New since the review: {newFields.join(', ')}</dd>}
      {isNew('query') && (
        <dd className={softTones.danger}>The query has changed since the review. Check which records and values it shows.</dd>
      )}
      {files.length > 0 && (
        <>
          <dt>Files</dt>
          {files.map(({ field, isProtected }) => (
            <dd key={field}>
              <code>{field}</code>:{' '}
              {isProtected && protectedFiles
                ? `protected, of these records: ${amount(protectedFiles)}`
                : 'anyone who knows the address'}
              <NewMark isShown={isProtected ? isNew('protectedFiles') : newFiles.includes(field)} />
            </dd>
          ))}
          {protectedFiles && (
            <OpenedRecords {...opened} cell={protectedFiles} reached="protectedFiles" summary="Records with protected files" />
          )}
        </>
      )}
      <dt>Realtime topics</dt>
      <dd>
        <code>{name}/*</code>: {amount(realtime.collection)}
        <NewMark isShown={isNew('collectionTopic')} />
      </dd>
      <OpenedRecords {...opened} cell={realtime.collection} reached="collectionTopic" summary={`Records on ${name}/*`} />
      <dd>
        <code>{name}/ID</code>: {amount(realtime.record)}
        <NewMark isShown={isNew('recordTopics')} />
      </dd>
      <OpenedRecords {...opened} cell={realtime.record} reached="recordTopics" summary={`Records on ${name}/ID`} />
    </dl>
  )
}

/** Marks a part that became readable since the review. */
function NewMark({ isShown }: { isShown: boolean }) {
  if (!isShown) return null
  return (
    <>
      {' '}
      <span className={joinClasses(accessText.new, softTones.danger)}>New</span>
    </>
  )
}

interface OpenedRecordsProps {
  collectionId: string
  /** Key of the persona. */
  persona: string
  cell: AccessCell
  reached: 'protectedFiles' | 'collectionTopic' | 'recordTopics'
  summary: string
}

/** The records that a number counts, which are loaded once they are shown. Nothing if there are none. */
function OpenedRecords({ cell, summary, ...reached }: OpenedRecordsProps) {
  const [isOpen, setOpen] = useState(false)
  if (cell.level === 'none') return null
  return (
    <dd>
      <Disclosure open={isOpen} onOpenChange={setOpen} summary={summary}>
        {isOpen && <ReachedRecords {...reached} />}
      </Disclosure>
    </dd>
  )
}
