import { createContext, type ReactNode } from 'react'

/** What whoever lays out a field has to add at the right end of its label's line; not for fields within its control. */
export const FieldAside = createContext<ReactNode>(undefined)
