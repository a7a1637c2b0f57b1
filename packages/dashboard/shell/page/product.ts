import { version } from '../../package.json'

/** What the frame says of the product. Links are relative to the dashboard's page. */
export const product = {
  name: 'Coffer',
  version: `v${version}`,
  docs: 'docs/index.html',
  releases: 'docs/changelog.html',
} as const
