import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Failure, Loading } from './states.tsx';

interface Props<Item> {
  /** Tells what is read from everything else that is. */
  name: readonly string[];
  read: (signal: AbortSignal) => Promise<Item>;
  onRead: (item: Item) => void;
}

/** Stands in a dialog until what it changes has been read as it is now. */
export function ReadFirst<Item>({ name, read, onRead }: Props<Item>) {
  const { data, error, refetch } = useQuery({
    queryKey: ['read-first', ...name],
    queryFn: ({ signal }) => read(signal),
    gcTime: 0,
  });
  useEffect(() => {
    if (data !== undefined) onRead(data);
  }, [data, onRead]);
  return error ? <Failure error={error} onRetry={() => void refetch()} /> : <Loading />;
}
