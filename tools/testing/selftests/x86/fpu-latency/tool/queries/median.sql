-- The median of each group, by nearest rank like the tool's p50.
SELECT event, printf('0x%x', rfbm) AS rfbm, printf('0x%x', xinuse) AS xinuse, cnt,
       min(latency) AS p50
FROM cumulative
WHERE so_far * 100 >= cnt * 50
GROUP BY event, cumulative.rfbm, cumulative.xinuse;
