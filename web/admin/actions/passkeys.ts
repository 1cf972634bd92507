import {
  type AuthenticationResponseJSON,
  type PublicKeyCredentialCreationOptionsJSON,
  startRegistration,
  WebAuthnError,
} from "@simplewebauthn/browser";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { CallInput } from "../../../contract/endpoint.ts";
import * as passkeys from "../../../contract/passkeys.ts";
import { messageOf } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { useToast } from "../../ui/Toast.tsx";
import { accountQuery } from "../data/account.api.ts";
import { askForPasskey } from "../data/passkeys.api.ts";
import { useKeepSession } from "./login.ts";

type Credential = NonNullable<CallInput<typeof passkeys.signInWithPasskey>["body"]>["credential"];

/** Shows no message on failure: the form does. */
export function useAddPasskey() {
  const client = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn: async (name: string) => {
      const { options } = await call(passkeys.getPasskeyOptions);
      // The server made them with the same library, which has no schema for the contract.
      const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
      const credential = await explained(startRegistration({ optionsJSON }));
      return call(passkeys.addPasskey, { body: { name, credential: asCredential(credential) } });
    },
    onSuccess: ({ message }) => {
      toast({ message });
      return client.invalidateQueries({ queryKey: accountQuery.queryKey });
    },
  });
}

export function useRemovePasskey() {
  const client = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn: (id: number) => call(passkeys.removePasskey, { params: { id } }),
    onSuccess: ({ message }) => toast({ message }),
    onError: (error) => toast({ message: messageOf(error, "The passkey could not be removed"), tone: "error" }),
    onSettled: () => client.invalidateQueries({ queryKey: accountQuery.queryKey }),
  });
}

/** With the passkey that was chosen among the email field's suggestions, or with one that the browser asks for now. */
export function usePasskeySignIn() {
  const keep = useKeepSession();
  return useMutation({
    mutationFn: async (chosen: AuthenticationResponseJSON | "ask") => {
      const credential = chosen === "ask" ? await explained(askForPasskey()) : chosen;
      return call(passkeys.signInWithPasskey, { body: { credential: asCredential(credential) } });
    },
    onSuccess: keep,
  });
}

/** The contract describes the parts that every browser's response has. */
const asCredential = (credential: object) => credential as unknown as Credential;

/** Browsers explain their refusals to programmers. */
async function explained<Result>(ceremony: Promise<Result>): Promise<Result> {
  try {
    return await ceremony;
  } catch (error) {
    if (error instanceof WebAuthnError && error.code === "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED") {
      throw new Error("This device already has a passkey for this site.");
    }
    if (error instanceof Error && (error instanceof WebAuthnError || error.name === "NotAllowedError")) {
      throw new Error("The browser did not use a passkey. Try again.");
    }
    throw error;
  }
}
