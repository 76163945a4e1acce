/** A step of an admission, in which a host may refuse the call. */
export interface AdmissionStep<Name extends string = string> {
  name: Name;
  /** Whoever is refused here has not shown who calls: the refusal counts as a failed authentication. */
  isAuthentication?: true;
}

/** The names of the steps in a list. */
export type StepOf<Steps extends readonly AdmissionStep[]> = Steps[number]['name'];

/** What a host does in each step. It refuses the call by an error. */
export type AdmissionHost<Name extends string, Call, Route> = Record<
  Name,
  (call: Call, route: Route) => Promise<void> | void
> & {
  /** Counts a failed authentication. @throws ApiError `RATE_LIMITED`. */
  countFailure: (call: Call) => Promise<void> | void;
};

/**
 * Runs the steps of an admission in their order, so that of several refusals all hosts answer with the same one. Waits only
 * where a step does.
 *
 * @throws what the first step that refuses throws; what `countFailure` throws comes before it.
 */
export async function admitBySteps<Name extends string, Call, Route>(
  steps: readonly AdmissionStep<Name>[],
  host: AdmissionHost<Name, Call, Route>,
  call: Call,
  route: Route,
): Promise<void> {
  for (let index = 0; index < steps.length; index += 1) {
    const { name, isAuthentication } = steps[index] as AdmissionStep<Name>;
    try {
      const pending = host[name](call, route);
      if (pending) await pending;
    } catch (error) {
      if (isAuthentication) await host.countFailure(call);
      throw error;
    }
  }
}
