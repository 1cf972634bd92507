import { useMutation, useQueryClient } from "@tanstack/react-query";
import * as account from "../../../contract/account.ts";
import type { CallInput } from "../../../contract/endpoint.ts";
import { messageOf } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { useToast } from "../../ui/Toast.tsx";
import { accountQuery } from "../data/account.api.ts";
import { userQuery } from "../data/session.api.ts";
import { type ConfirmBy, confirmBy } from "./passkeys.ts";

/** Shows no message on failure: the form does. */
export function useUpdateAccount() {
  const client = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn: async ({ by, ...change }: { name?: string | undefined; email: string; by: ConfirmBy }) =>
      call(account.updateAccount, { body: { ...change, ...(await confirmBy(by)) } }),
    onSuccess: ({ user, message }) => {
      client.setQueryData(userQuery.queryKey, user);
      toast({ message });
      return client.invalidateQueries({ queryKey: accountQuery.queryKey });
    },
  });
}

/** Shows no message on failure: the form does. */
export function useChangePassword() {
  const refresh = useRefreshAll();
  return useMutation({
    mutationFn: (body: CallInput<typeof account.changePassword>["body"]) => call(account.changePassword, { body }),
    onSuccess: refresh,
  });
}

export function useEndSession() {
  const client = useQueryClient();
  const toast = useToast();
  const refresh = useRefreshAll();
  return useMutation({
    mutationFn: (session: number | "others") =>
      session === "others" ? call(account.endOtherSessions) : call(account.endSession, { params: { id: session } }),
    onSuccess: refresh,
    onError: (error) => {
      toast({ message: messageOf(error, "The account could not be changed"), tone: "error" });
      // It may have ended elsewhere.
      return client.invalidateQueries({ queryKey: accountQuery.queryKey });
    },
  });
}

/** The URLs of hidden pictures have ended, in every list that was loaded before. */
function useRefreshAll() {
  const client = useQueryClient();
  const toast = useToast();
  return ({ message }: { message: string }) => {
    toast({ message });
    return client.invalidateQueries();
  };
}
