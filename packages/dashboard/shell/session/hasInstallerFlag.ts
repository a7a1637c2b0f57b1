/** The server sends a first start to `/_/?installer#`: a real query parameter, never part of the hash. */
export function hasInstallerFlag(): boolean {
  return new URLSearchParams(location.search).has('installer')
}
