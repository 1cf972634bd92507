-- The table of a selection, which the room's screen on the site offers as CSV.
local Table = {}

-- Each line as a table from the names in the first line to its texts.
function Table.read(text)
  text = text:gsub('^\239\187\191', '')
  local rows, row, at = {}, {}, 1
  while at <= #text do
    local cell
    if text:sub(at, at) == '"' then
      local parts = {}
      at = at + 1
      while true do
        local stop = text:find('"', at, true) or (#text + 1)
        parts[#parts + 1] = text:sub(at, stop - 1)
        at = stop + 1
        if text:sub(at, at) ~= '"' then break end
        parts[#parts + 1] = '"'
        at = at + 1
      end
      cell = table.concat(parts)
    else
      local stop = text:find('[,\r\n]', at) or (#text + 1)
      cell = text:sub(at, stop - 1)
      at = stop
    end
    row[#row + 1] = cell
    local sign = text:sub(at, at)
    if sign ~= ',' then
      rows[#rows + 1] = row
      row = {}
      at = text:find('[^\r\n]', at) or (#text + 1)
    else
      at = at + 1
    end
  end
  local names, lines = rows[1] or {}, {}
  for index = 2, #rows do
    local line = {}
    for column, name in ipairs(names) do line[name] = rows[index][column] or '' end
    lines[#lines + 1] = line
  end
  return lines
end

return Table
