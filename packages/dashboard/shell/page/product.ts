import { version } from '../../package.json'

/** Product name, version and links. Links are relative to the dashboard's URL. */
export const product = {
  name: 'Coffer',
  version: `v${version}`,
  docs: 'docs/index.html',
  releases: 'docs/changelog.html',
} as const
