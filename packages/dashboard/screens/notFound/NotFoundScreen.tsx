import { Link } from '@tanstack/react-router'
import { FullPage } from '../../shell/page/FullPage.tsx'

/** Shown at unknown addresses. */
export function NotFoundScreen() {
  return (
    <FullPage title="Page not found">
      <p>There is nothing at this address. It may be mistyped, or the page may have moved.</p>
      <Link to="/">Go to the start page</Link>
    </FullPage>
  )
}
