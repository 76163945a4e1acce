import { Empty } from './states.tsx';

interface Row {
  name: string;
  count: number;
  href?: string;
}

/** Counts as bars in a table, which a screen reader reads as it is. */
export function Bars({ label, rows }: { label: string; rows: readonly Row[] }) {
  const most = Math.max(1, ...rows.map(({ count }) => count));
  if (rows.length === 0) return <Empty />;
  return (
    <table className="bars" aria-label={label}>
      <tbody>
        {rows.map(({ name, count, href }) => (
          <tr key={name}>
            <th scope="row">{href === undefined ? name : <a href={href}>{name}</a>}</th>
            <td>
              <div className="bar-line" style={{ inlineSize: `${(count / most) * 80}%` }} />
              {count}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
