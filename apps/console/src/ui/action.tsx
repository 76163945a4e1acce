import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newCreateKey } from '../platform/create-key.ts';
import { Failure } from './states.tsx';

interface Props {
  label: string;
  /** Asked before it is done; without it, it is done at once. */
  question?: ReactNode;
  isDanger?: boolean;
  run: () => Promise<unknown>;
  isDisabled?: boolean;
}

/** What a dialog was opened for. Data that is read again behind it changes neither what it shows nor what it does. */
type Asked = Pick<Props, 'question' | 'run'>;

/** A button that changes something, asks first where it matters, and shows a refusal. */
export function Action({ label, question, isDanger = false, run, isDisabled = false }: Props) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [asked, setAsked] = useState<Asked | null>(null);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (act: Props['run']) => act(),
    networkMode: 'always',
    onSuccess: () => setAsked(null),
    onSettled: () => queries.invalidateQueries(),
  });
  const begin = (): void => {
    reset();
    if (question === undefined) mutate(run);
    else setAsked({ question, run });
  };
  return (
    <>
      <Button size="small" danger={isDanger} disabled={isDisabled} loading={isPending} onClick={begin}>
        {label}
      </Button>
      {question === undefined && <Failure error={error} />}
      <Modal
        title={label}
        open={asked !== null}
        destroyOnHidden
        onCancel={() => setAsked(null)}
        onOk={() => asked && mutate(asked.run)}
        okText={label}
        cancelText={t('states.cancel')}
        okButtonProps={{ danger: isDanger, loading: isPending }}
      >
        {asked?.question}
        <Failure error={error} />
      </Modal>
    </>
  );
}

interface FormProps<Result> {
  label: string;
  title?: string;
  /** The fields. */
  children: ReactNode;
  /** Given a key that stays the same until the dialog opens anew, so that a create that is tried again is done once. */
  submit: (createKey: string) => Promise<Result>;
  /** Shown in place of the fields once it is done; without it, the dialog closes. */
  done?: (result: Result) => ReactNode;
  /** Called when the dialog opens. */
  onOpen?: () => void;
  /** Whether what the fields begin with is known. */
  isReady?: boolean;
}

/** A button that opens a dialog with fields. What is shown when it is done is gone with the dialog. */
export function FormAction<Result>({
  label,
  title = label,
  children,
  submit,
  done,
  onOpen,
  isReady = true,
}: FormProps<Result>) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [createKey, setCreateKey] = useState('');
  const { mutate, isPending, error, data, reset } = useMutation({
    mutationFn: () => submit(createKey),
    networkMode: 'always',
    gcTime: 0,
    onSuccess: () => {
      if (!done) setOpen(false);
    },
    onSettled: () => queries.invalidateQueries(),
  });
  const isDone = data !== undefined && done !== undefined;
  const close = (): void => {
    setOpen(false);
    reset();
  };
  const open = (): void => {
    reset();
    onOpen?.();
    setCreateKey(newCreateKey());
    setOpen(true);
  };
  return (
    <>
      <Button size="small" onClick={open}>
        {label}
      </Button>
      <Modal
        title={title}
        open={isOpen}
        destroyOnHidden
        onCancel={close}
        onOk={() => (isDone ? close() : mutate())}
        okText={isDone ? t('states.close') : label}
        cancelText={t('states.cancel')}
        okButtonProps={{ loading: isPending, disabled: !isReady }}
        cancelButtonProps={isDone ? { style: { display: 'none' } } : {}}
      >
        {isDone ? done(data) : children}
        <Failure error={error} />
      </Modal>
    </>
  );
}

interface ShowProps {
  label: string;
  title?: string;
  children: ReactNode;
}

/** A button that opens a wide dialog to read. What is in it is made when it opens. */
export function ShowAction({ label, title = label, children }: ShowProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Modal
        title={title}
        open={isOpen}
        destroyOnHidden
        footer={null}
        width={720}
        onCancel={() => setOpen(false)}
      >
        {children}
      </Modal>
    </>
  );
}
