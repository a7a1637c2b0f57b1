import type { ComponentProps } from 'react'
import styles from './FormColumn.module.css'

/** A form with its inputs in one column. */
export function FormColumn(props: ComponentProps<'form'>) {
  return <form {...props} className={styles.form} />
}
