import type { NewTargetProps } from '@coffer/fields/options'
import { type ComponentType, createContext, use } from 'react'

/** The editor of a new collection over the open one; a context, because it holds all that it is opened from. */
export const NewTargetContext = createContext<ComponentType<NewTargetProps> | undefined>(undefined)

export function useNewTarget(): ComponentType<NewTargetProps> {
  const NewTarget = use(NewTargetContext)
  if (NewTarget === undefined) throw new Error('There is no editor of collections around this.')
  return NewTarget
}
