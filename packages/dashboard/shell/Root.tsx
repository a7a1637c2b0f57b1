import { Outlet } from '@tanstack/react-router'
import { ConnectionBar } from './ConnectionBar.tsx'
import { useSessionWatch } from './useSessionWatch.ts'

/** What all screens stand in. */
export function Root() {
  useSessionWatch()
  return (
    <>
      <Outlet />
      <ConnectionBar />
    </>
  )
}
