import { type Field, type FieldTypeName, validateFieldOptions } from '@coffer/fields'
import { optionsViews } from '@coffer/fields/options'
import { type DropEdge, moveBeside, moveBy } from '@coffer/ui'
import { type RefObject, useLayoutEffect, useMemo, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { EditedField } from '../edited/EditedCollection.ts'
import {
  addField,
  duplicateField,
  explainField,
  hideField,
  orderFields,
  presentField,
  removeField,
  renameField,
  requireField,
  restoreField,
  setFieldOptions,
} from '../edited/fields.ts'
import { fieldPath } from '../edited/serverIssues.ts'
import { slug } from '../edited/slug.ts'
import type { CollectionForm } from '../useCollectionForm.ts'

export interface FieldActions {
  add: (type: FieldTypeName) => void
  duplicate: (key: string) => void
  remove: (key: string) => void
  restore: (key: string) => void
  rename: (key: string, typed: string) => void
  require: (key: string, required: boolean) => void
  present: (key: string, presentable: boolean) => void
  hide: (key: string, hidden: boolean) => void
  explain: (key: string, help: string) => void
  setOptions: (key: string, changed: Field['options']) => void
  toggle: (key: string) => void
  move: (key: string, by: number) => void
  drop: (moved: string, target: string, edge: DropEdge) => void
}

/** Returns actions on fields. They are stable across renders, so that changing one row does not rerender others. */
export function useFieldActions(form: CollectionForm, list: RefObject<HTMLElement | null>): FieldActions {
  const latest = useRef(form)
  useLayoutEffect(() => {
    latest.current = form
  })
  return useMemo(() => fieldActions(latest, list), [list])
}

function fieldActions(latest: RefObject<CollectionForm>, list: RefObject<HTMLElement | null>): FieldActions {
  const { change } = latest.current
  const rows = () => latest.current.edited.fields
  const rowOf = (key: string): EditedField | undefined => rows().find(row => row.key === key)
  const keys = () => rows().map(({ key }) => key)

  /** Applies a change that adds a row, opens the row and focuses its name. */
  const open = (make: (edited: CollectionForm['edited']) => CollectionForm['edited']) => {
    const before = new Set(keys())
    const next = make(latest.current.edited)
    const added = next.fields.find(({ key }) => !before.has(key))
    if (added === undefined) return
    flushSync(() => {
      change(() => next)
      latest.current.setOpenField(added.key)
    })
    focusField(list.current, added.key, 'name')
  }
  const place = (order: readonly string[]) => change(last => orderFields(last, order))

  return {
    add: type => open(last => addField(last, { ...optionsViews[type].initial }, type)),
    duplicate: key => open(last => duplicateField(last, key)),
    remove: key => {
      const isStored = rowOf(key)?.stored !== undefined
      const neighbor = neighborOf(keys(), key)
      flushSync(() => {
        change(last => removeField(last, key), fieldPath(key))
        latest.current.setOpenField(undefined)
      })
      if (isStored) focusField(list.current, key, 'restore')
      else focusField(list.current, neighbor, 'gear')
    },
    restore: key => {
      flushSync(() => change(last => restoreField(last, key)))
      focusField(list.current, key, 'gear')
    },
    rename: (key, typed) => change(last => renameField(last, key, slug(typed)), fieldPath(key, 'name')),
    require: (key, required) => change(last => requireField(last, key, required)),
    present: (key, presentable) => change(last => presentField(last, key, presentable)),
    hide: (key, hidden) => change(last => hideField(last, key, hidden)),
    explain: (key, help) => change(last => explainField(last, key, help), fieldPath(key, 'help')),
    setOptions: (key, changed) => {
      for (const option of fixedBy(changed, rowOf(key)?.field)) change(last => last, fieldPath(key, `options.${option}`))
      change(last => setFieldOptions(last, key, changed))
    },
    toggle: key => latest.current.setOpenField(latest.current.openField === key ? undefined : key),
    move: (key, by) => place(moveBy(keys(), key, by)),
    drop: (moved, target, edge) => place(moveBeside(keys(), moved, target, edge)),
  }
}

function neighborOf(keys: readonly string[], key: string): string | undefined {
  const index = keys.indexOf(key)
  return keys[index + 1] ?? keys[index - 1]
}

/** Returns the options whose issues a change fixes. Changing one limit can make another valid. */
function fixedBy(changed: Field['options'], field: Field | undefined): string[] {
  const names = Object.keys(changed)
  if (field === undefined) return names
  const wrong = ({ type, options }: Pick<Field, 'type' | 'options'>) =>
    validateFieldOptions({ type, options }).map(({ path }) => path.join('.'))
  const still = new Set(wrong({ type: field.type, options: { ...field.options, ...changed } }))
  return [...names, ...wrong(field).filter(path => !still.has(path))]
}

type Part = 'name' | 'gear' | 'restore'

/** Focuses a part of a field's row; the "New field" button if there is no such row. Selects the text of a name. */
function focusField(list: HTMLElement | null, key: string | undefined, part: Part): void {
  const row = key === undefined ? null : list?.querySelector(`[data-field="${key}"]`)
  const target = (row ?? list)?.querySelector<HTMLElement>(row ? `[data-part="${part}"]` : '[data-part="add"]')
  target?.focus()
  if (target instanceof HTMLInputElement) target.select()
  row?.scrollIntoView({ block: 'nearest' })
}
