import type { NewTargetProps } from '@coffer/fields/options'
import { type ComponentType, createContext, use } from 'react'

/** The editor for a new target collection. A context, because importing the editor here would be circular. */
export const NewTargetContext = createContext<ComponentType<NewTargetProps> | undefined>(undefined)

export function useNewTarget(): ComponentType<NewTargetProps> {
  const NewTarget = use(NewTargetContext)
  if (NewTarget === undefined) throw new Error('useNewTarget needs a <NewTargetContext> above it.')
  return NewTarget
}
