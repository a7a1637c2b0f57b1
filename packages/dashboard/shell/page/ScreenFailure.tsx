import { Button } from '@coffer/ui'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { messageOf } from '../../queries/connection/failure.ts'
import { FullPage } from './FullPage.tsx'

/** Replaces a screen that failed to load or render. */
export function ScreenFailure({ error }: ErrorComponentProps) {
  return (
    <FullPage title="This page could not be shown" page="Error">
      <p>{messageOf(error)}</p>
      <Button variant="primary" block={true} onClick={() => location.reload()}>
        Reload
      </Button>
    </FullPage>
  )
}
