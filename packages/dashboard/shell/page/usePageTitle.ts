import { use, useEffect } from 'react'
import { AppNameContext } from './AppNameContext.ts'
import { product } from './product.ts'

/** Sets the document title: page, application, product. */
export function usePageTitle(page: string): void {
  const appName = use(AppNameContext)
  useEffect(() => {
    document.title = [page, appName, product.name].filter(part => part !== '').join(' - ')
  }, [page, appName])
}
