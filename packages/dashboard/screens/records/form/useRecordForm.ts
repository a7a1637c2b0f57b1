import type { RecordJson } from '@coffer/fields/ui'
import type { Collection } from '@coffer/schema'
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { FieldErrors } from '../../../queries/connection/failure.ts'
import { useFieldErrors } from '../../../shell/form/useFieldErrors.ts'
import { useAdmin } from '../../../shell/session/session.ts'
import { settleConflicts } from '../conflict/settleConflicts.ts'
import type { AskAboutConflicts } from '../conflict/useConflictQuestion.ts'
import { newRecord } from '../context/useRecordsAddress.ts'
import { changedNames, type Draft } from '../draft/draft.ts'
import type { SaveAttempt } from '../draft/saveAttempt.ts'
import { readFiles } from '../keptDraft/fileStore.ts'
import { keptFilesIn } from '../keptDraft/KeptFile.ts'
import { type KeptDraft, keptDrafts } from '../keptDraft/keptDrafts.ts'
import { dropDraft, dropKeptDraft, takeKeptDraft } from '../keptDraft/recordDrafts.ts'
import { useKeptDraft } from '../keptDraft/useKeptDraft.ts'
import {
  type FormContent,
  type FormSource,
  fillForm,
  isFilledFrom,
  namesToSend,
  refillForm,
  repairValue,
  restoreKept,
  withTypedSince,
} from './formContent.ts'

export interface RecordForm extends Omit<FormContent, 'source' | 'untouched' | 'formId' | 'found'> {
  collection: Collection
  /** All of it as of now, for working out what comes next. */
  content: FormContent
  /** A save would make the record. */
  isNew: boolean
  /** Names of the values that a save would write. */
  names: string[]
  hasChanges: boolean
  errors: FieldErrors
  /** Around all inputs. */
  element: RefObject<HTMLDivElement | null>
  setValue: (name: string, value: unknown) => void
  /** Puts right a value that cannot be saved as it is; closing the form asks nothing about that. */
  repairValue: (name: string, value: unknown) => void
  setPasswordShown: (isShown: boolean) => void
  showErrors: (errors: FieldErrors) => void
  /** Brings the draft back, unless the question whose values are to stay is left unanswered. */
  restoreKept: (draft: KeptDraft) => Promise<void>
  forgetLostFiles: () => void
  /** Forgets a draft that is offered; the others stay. */
  discardKept: (draft: KeptDraft) => void
  /** Forgets what is in the form; it is about to close. */
  dropDraft: () => void
  /** Forgets all drafts of the record, which is no more. */
  dropAllDrafts: () => void
  /** Takes over what was worked out from an earlier state of the form; what was typed since stays. */
  apply: (earlier: FormContent, worked: FormContent) => void
  /** Remembers what is sent until an answer tells what became of it. */
  setAttempt: (attempt: SaveAttempt | undefined) => void
  /** Whether anything was typed since this was sent. */
  hasTypedSince: (sent: Draft) => boolean
  /** What was typed is stored: nothing is left to keep or to ask about. */
  finish: () => void
  /** Fills the form with the record as it is stored now; what was typed since `sent` stays. */
  reset: (record: RecordJson, sent: Draft) => void
}

interface RecordFormOptions extends Omit<FormSource, 'owner'> {
  isOpen: boolean
  /** Errors are about to be laid on the inputs, which must be in view for that. */
  onErrors: () => void
  /** Asked when a draft is restored over what others changed meanwhile. */
  ask: AskAboutConflicts
}

const dropEach = (drafts: readonly KeptDraft[]): void => {
  for (const draft of drafts) dropKeptDraft(draft)
}

/** The form of one record: what is typed, what that changes, and what is wrong with it. */
export function useRecordForm(options: RecordFormOptions): RecordForm {
  const { collection, recordId, isOpen } = options
  const admin = useAdmin()
  // Whoever signs in next, in another tab: what is typed here stays with the one who began.
  const [owner] = useState(admin?.id ?? '')
  const source: FormSource = { ...options, owner }
  const [stored, setContent] = useState(() => fillForm(source))
  const element = useRef<HTMLDivElement>(null)
  const { errors, show, clear } = useFieldErrors(element)

  let content = stored
  if (!isFilledFrom(stored, source)) {
    content = fillForm(source)
    setContent(content)
  }
  // Another record is filled into the same form: what was wrong with the one before does not concern it.
  const forgetErrors = useEffectEvent(() => show({}))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the source is what makes it another record
  useEffect(() => forgetErrors(), [content.source])

  const latest = useRef(content)
  useLayoutEffect(() => {
    const { source, found } = latest.current
    // A record that is left for its copy was not closed yet.
    if (source !== content.source && recordId !== newRecord) dropEach(found)
    latest.current = content
  }, [content, recordId])
  // A reload or the end of the session unmounts the form without closing it, and the drafts stay.
  useEffect(() => {
    if (!isOpen) dropEach(latest.current.found)
  }, [isOpen])
  const { draft, untouched, savedAs, isGone, attempt, newId, formId } = content
  const place = { ...source, formId, recordId: savedAs ?? recordId }
  const isNew = isGone || (recordId === newRecord && savedAs === undefined)
  const change = (values: Draft) => setContent(last => ({ ...last, draft: { ...last.draft, ...values }, kept: [] }))

  useKeptDraft(place, { ...content, isNew, newId: isNew && attempt !== undefined ? newId : undefined })

  return {
    ...content,
    content,
    collection,
    isNew,
    names: namesToSend(content, isNew),
    hasChanges: changedNames(draft, untouched).length > 0,
    errors,
    element,
    setValue: (name, value) => {
      clear(name)
      change({ [name]: value })
    },
    repairValue: (name, value) => setContent(last => repairValue(last, name, value)),
    setPasswordShown: isPasswordShown => {
      change({ password: '', passwordConfirm: '' })
      setContent(last => ({ ...last, isPasswordShown }))
      clear('password')
      clear('passwordConfirm')
    },
    showErrors: shown => {
      if (Object.keys(shown).length > 0) options.onErrors()
      show(shown)
    },
    restoreKept: async kept => {
      const named = Object.values(kept.files).flatMap(({ value }) => keptFilesIn(value))
      const files = await readFiles(named.map(({ id }) => id))
      // The form may hold another record by now, and what was typed in it meanwhile stays.
      if (latest.current.source !== content.source) return
      const { record } = content
      const whole = restoreKept(content, kept, ({ id }) => files.get(id))
      const restored = record ? await settleConflicts(whole, collection, record, { ask: options.ask, purpose: 'restore' }) : whole
      if (restored === undefined || latest.current.source !== content.source) return
      takeKeptDraft(place, kept)
      setContent(last => withTypedSince(last, content, restored))
    },
    forgetLostFiles: () => setContent(last => ({ ...last, lostFiles: [] })),
    discardKept: draft => {
      dropKeptDraft(draft)
      setContent(last => ({ ...last, kept: last.kept.filter(kept => kept !== draft) }))
    },
    dropDraft: () => dropDraft(place),
    dropAllDrafts: () => {
      for (const draft of keptDrafts(place)) dropKeptDraft(draft)
      setContent(last => ({ ...last, kept: [] }))
    },
    hasTypedSince: sent => changedNames(latest.current.draft, sent).length > 0,
    finish: () => {
      // While it was saved, a new record may have got its name.
      for (const id of [recordId, latest.current.savedAs ?? recordId]) dropDraft({ ...place, recordId: id })
      // What another tab has typed may still be wanted there.
      dropEach(latest.current.found.filter(({ isOwn }) => isOwn))
      setContent(last => ({ ...last, untouched: last.draft, kept: [], found: [], attempt: undefined }))
    },
    apply: (earlier, worked) => setContent(last => withTypedSince(last, earlier, worked)),
    setAttempt: attempt => setContent(last => ({ ...last, attempt })),
    reset: (record, sent) => setContent(last => refillForm(last, collection, record, sent)),
  }
}
