import type { SelectHTMLAttributes } from 'react';
import css from './controls.module.css';

/** One of a few, on screens that do not load antd; it looks like its `Select`. */
export function LightSelect(props: SelectHTMLAttributes<HTMLSelectElement>) {
  return <select {...props} className={[css['input'], props.className].filter(Boolean).join(' ')} />;
}
