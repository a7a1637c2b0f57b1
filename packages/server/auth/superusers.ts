/**
 * The collection that admins are in for clients of PocketBase 0.23 and later. Its id is what PocketBase derives from its type and name,
 * and the SDKs know it.
 */
export const superusers = { id: 'pbc_3142635823', name: '_superusers' } as const
