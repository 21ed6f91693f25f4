export { ScanField } from './scan/ScanField.tsx';
export type { ScanAnswer } from './scan/ScanField.tsx';
