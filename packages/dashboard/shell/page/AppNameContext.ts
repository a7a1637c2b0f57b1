import { createContext } from 'react'

/** Application name from the settings; empty if no admin is signed in. */
export const AppNameContext = createContext('')
