import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { Field, FieldTypeName } from './contract.ts'

/** A collection that a field may refer to. */
interface OptionsTarget {
  id: string
  name: string
  icon: LucideIcon
}

export interface NewTargetProps {
  open: boolean
  onClose: () => void
  /** A collection was made; `isTarget` says whether fields may refer to it. */
  onCreated: (collection: { id: string; name: string; isTarget: boolean }) => void
}

/** What the settings of a field may ask of the editor around them, so that they know neither routes nor the client. */
export interface OptionsContext {
  /** The collection that the field is in, as it is named now; '' while it has no name. */
  collection: string
  /** All collections that fields may refer to, by name. */
  targets: readonly OptionsTarget[]
  /** The editor of a new collection, over whatever is open. */
  NewTarget: ComponentType<NewTargetProps>
}

/** The settings are complete and have the shape of the type's `options`, or what was typed of them so far. */
export interface OptionsProps {
  field: Field
  /** The field as it is stored; absent for a new one. */
  stored: Field | undefined
  /** The field is about to be removed, or belongs to the system. */
  disabled: boolean
  /** What is wrong with a setting, by its key. */
  errorOf: (option: string) => string | undefined
  /** Replaces the settings that are named. */
  onChange: (changed: Record<string, unknown>) => void
  context: OptionsContext
}

/** How the settings of a type's fields are edited. */
export interface FieldOptionsView {
  /** The settings of a field that was just added. */
  initial: Readonly<Record<string, unknown>>
  /** What a required field asks for in one word, and the values that it refuses, as code. */
  demand: { word: 'Nonempty' | 'Nonzero' | 'Nonfalsey'; refused: string }
  /** What stands beside the name: the settings without which the field says nothing. */
  Inline?: ComponentType<OptionsProps>
  /** The settings in the panel below the field, each a `FieldFrame`. */
  Settings?: ComponentType<OptionsProps>
  /** The switches beside those that every field has. */
  Switches?: ComponentType<OptionsProps>
}

export type FieldOptionsViews = Record<FieldTypeName, FieldOptionsView>
