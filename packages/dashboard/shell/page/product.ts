/** What the frame says of the product. */
export const product = {
  name: 'Coffer',
  /** The version of the wire protocol that clients may count on. */
  version: 'v0.22.0',
  docs: 'https://pocketbase.io/docs/',
  releases: 'https://github.com/pocketbase/pocketbase/releases/tag/v0.22.0',
} as const
