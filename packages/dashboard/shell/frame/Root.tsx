import { Outlet } from '@tanstack/react-router'
import { AppNameContext } from '../page/AppNameContext.ts'
import { useSessionWatch } from '../session/useSessionWatch.ts'
import { ConnectionBar } from './ConnectionBar.tsx'
import { useAppName } from './useAppName.ts'
import { useReloadOnReturn } from './useReloadOnReturn.ts'

/** Root of all screens. */
export function Root() {
  useSessionWatch()
  useReloadOnReturn()
  return (
    <AppNameContext value={useAppName()}>
      <Outlet />
      <ConnectionBar />
    </AppNameContext>
  )
}
