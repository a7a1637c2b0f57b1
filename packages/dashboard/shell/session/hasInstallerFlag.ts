/** Whether the server redirected to `/_/?installer#`, as it does until there is an admin. A query parameter outside of the hash. */
export function hasInstallerFlag(): boolean {
  return new URLSearchParams(location.search).has('installer')
}
