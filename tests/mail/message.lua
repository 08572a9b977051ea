-- SPDX-License-Identifier: Apache-2.0
-- Hands messages over as a mail server does, and prints what becomes of each. `socket` is where, `messages` a Lua file
-- that returns a list of { headers = { { name, value }, … }, body = { piece, … } }; `pause`, if it is given, a file
-- that has to be there before the last message ends. Steps that the filter does not ask for are left out.
mt.set_timeout(60)
local function must(fault) if fault ~= nil then error(fault) end end
local messages = dofile(list)
local conn = mt.connect(socket, 40, 0.05)
if conn == nil then error("nobody listens") end
must(mt.negotiate(conn, nil, nil, nil))
for number, message in ipairs(messages) do
  must(mt.macro(conn, SMFIC_MAIL, "i", "Q" .. number))
  must(mt.mailfrom(conn, "a@example.org"))
  for _, header in ipairs(message.headers) do must(mt.header(conn, header[1], header[2])) end
  must(mt.eoh(conn))
  for _, piece in ipairs(message.body) do must(mt.bodystring(conn, piece)) end
  if pause ~= nil and number == #messages then
    mt.echo("paused")
    io.stdout:flush()
    while io.open(pause) == nil do mt.sleep(0.05) end
  end
  must(mt.eom(conn))
  local reply = mt.getreply(conn)
  local names = { [SMFIR_ACCEPT] = "accept", [SMFIR_CONTINUE] = "accept", [SMFIR_REJECT] = "reject",
                  [SMFIR_TEMPFAIL] = "tempfail", [SMFIR_REPLYCODE] = "reply" }
  mt.echo(string.format("%d reply %s", number, names[reply] or tostring(reply)))
  mt.echo(number .. " header " .. tostring(mt.getheader(conn, name, 0)))
  for _, deleted in ipairs(message.deleted or {}) do
    mt.echo(number .. " deleted " .. deleted .. " " .. tostring(mt.eom_check(conn, MT_HDRDELETE, deleted)))
  end
  mt.echo(number .. " quarantined " .. tostring(mt.eom_check(conn, MT_QUARANTINE)))
end
mt.disconnect(conn)
