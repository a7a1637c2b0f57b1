import { createContext, use, useEffect } from 'react'
import { product } from './product.ts'

/** Application name from the settings; empty if no admin is signed in. */
export const AppNameContext = createContext('')

/** Sets the document title: page, application, product. */
export function usePageTitle(page: string): void {
  const appName = use(AppNameContext)
  useEffect(() => {
    document.title = [page, appName, product.name].filter(part => part !== '').join(' - ')
  }, [page, appName])
}
