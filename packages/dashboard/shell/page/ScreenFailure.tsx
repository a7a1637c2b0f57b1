import { Button } from '@coffer/ui'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { messageOf } from '../../queries/connection/failure.ts'
import { FullPage } from './FullPage.tsx'

/** Stands where a screen could not be loaded or drawn. */
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
