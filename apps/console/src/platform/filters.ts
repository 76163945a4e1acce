import { useLocation, useNavigate } from '@tanstack/react-router';

export type Filters = Record<string, string>;

/** What stands in the address behind `?`, and a way to change some of it. Empty values are left out. */
export function useFilters(): [Filters, (changes: Filters) => void] {
  const filters = useLocation({ select: ({ search }) => search as Filters });
  const navigate = useNavigate();
  const change = (changes: Filters): void =>
    void navigate({ to: '.', search: { ...filters, ...changes }, replace: true });
  return [filters, change];
}
