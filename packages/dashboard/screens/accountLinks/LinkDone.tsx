import { Alert } from '@coffer/ui'
import { CloseWindow } from '../../shell/page/CloseWindow.tsx'
import { PublicPage } from '../../shell/page/PublicPage.tsx'

/** What stands in place of a form once it has done its work. */
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
