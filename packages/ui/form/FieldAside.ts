import { createContext, type ReactNode } from 'react'

/** Content that a surrounding layout adds at the right end of a field's label line. Does not apply to fields inside the control. */
export const FieldAside = createContext<ReactNode>(undefined)
