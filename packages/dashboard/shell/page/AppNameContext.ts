import { createContext } from 'react'

/** What the application is called by its settings; empty for who may not read them. */
export const AppNameContext = createContext('')
