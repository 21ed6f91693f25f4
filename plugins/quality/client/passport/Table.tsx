import type { ReactNode } from 'react';
import css from './passport.module.css';

interface TableProps {
  label: string;
  heads: readonly string[];
  rows: readonly (readonly ReactNode[])[];
}

/** Scrolls sideways where it is wider than its place. */
export function Table({ label, heads, rows }: TableProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <div className={css['scroll']} role="region" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, at) => (
            <tr key={at}>
              {cells.map((cell, column) => (
                <td key={heads[column]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
