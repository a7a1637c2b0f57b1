/** The page of the manual for each screen, by the path of the screen. */
const manualPages: Partial<Record<string, string>> = {
  '/collections': 'concepts.html',
  '/logs': 'logs.html',
  '/access': 'access.html',
  '/settings': 'settings.html',
  '/settings/mail': 'mail.html',
  '/settings/storage': 'files.html#store-files-in-s3',
  '/settings/backups': 'backups.html',
  '/settings/health': 'doctor.html',
  '/settings/nodes': 'nodes.html',
  '/settings/export-collections': 'api-admin.html#collections',
  '/settings/import-collections': 'api-admin.html#collections',
  '/settings/auth-providers': 'oauth2.html',
  '/settings/tokens': 'api-auth.html#tokens',
  '/settings/admins': 'concepts.html#admins',
}

/** Returns the address of the manual's page for a screen, relative to the dashboard. */
export function manualPage(path: string): string {
  return `docs/${manualPages[path] ?? 'index.html'}`
}
