import { Alert } from '@coffer/ui'
import { CloseWindow } from '../../shell/page/CloseWindow.tsx'
import { PublicPage } from '../../shell/page/PublicPage.tsx'

/** Replaces the form of a mailed link after success. */
export function LinkDone({ page, title, next }: { page: string; title: string; next: string }) {
  return (
    <PublicPage title={page}>
      <Alert tone="success" role="alert" title={title}>
        {next}
      </Alert>
      <CloseWindow />
    </PublicPage>
  )
}
