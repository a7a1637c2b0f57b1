import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { Field, FieldTypeName } from './contract.ts'

/** A collection that a field can refer to. */
interface OptionsTarget {
  id: string
  name: string
  icon: LucideIcon
}

export interface NewTargetProps {
  open: boolean
  onClose: () => void
  /** Called when a collection was created. `isTarget` tells whether fields can refer to it. */
  onCreated: (collection: { id: string; name: string; isTarget: boolean }) => void
}

/** The environment of the options views. It keeps them independent of routes and the API client. */
export interface OptionsContext {
  /** The current name of the field's collection; '' if it has none yet. */
  collection: string
  /** All collections that fields can refer to, sorted by name. */
  targets: readonly OptionsTarget[]
  /** Opens the editor of a new collection on top. */
  NewTarget: ComponentType<NewTargetProps>
}

/** Props of options views. The options have the shape of the type's `options`, or contain unfinished input. */
export interface OptionsProps {
  field: Field
  /** The stored field; absent for a new one. */
  stored: Field | undefined
  /** Whether the field is marked for removal or is a system field. */
  disabled: boolean
  /** Error messages by option key. */
  errorOf: (option: string) => string | undefined
  /** Replaces the given options. */
  onChange: (changed: Record<string, unknown>) => void
  context: OptionsContext
}

/** How the options of a field type are edited. */
export interface FieldOptionsView {
  /** The options of a new field. */
  initial: Readonly<Record<string, unknown>>
  /** The label of "required" for this type, and the values that a required field rejects. Absent if only the server sets values. */
  required?: { label: 'Nonempty' | 'Nonzero' | 'Nonfalsey'; rejected: string }
  /** The essential options, shown next to the name. */
  Inline?: ComponentType<OptionsProps>
  /** The options in the panel below the field, each in a `FieldFrame`. */
  Settings?: ComponentType<OptionsProps>
  /** Switches in addition to those of every field. */
  Switches?: ComponentType<OptionsProps>
}

export type FieldOptionsViews = Record<FieldTypeName, FieldOptionsView>
