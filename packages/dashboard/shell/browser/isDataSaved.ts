/** Whether the reader's data is dear, so that nothing is fetched that may not be needed. */
export function isDataSaved(): boolean {
  return 'connection' in navigator && (navigator.connection as { saveData?: boolean }).saveData === true
}
