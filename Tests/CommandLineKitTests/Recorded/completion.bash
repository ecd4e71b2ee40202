# bash completion for my-sample
_my_sample() {
    local line directive="" value current prefix="" index
    local -a words
    read -r -a words <<<"${COMP_LINE:0:COMP_POINT}"
    [[ ${COMP_LINE:0:COMP_POINT} == *[[:space:]] ]] && words+=("")
    current=${words[${#words[@]}-1]}
    COMPREPLY=()
    for ((index = ${#current}; index > 0; index--)); do
        if [[ $COMP_WORDBREAKS == *"${current:index-1:1}"* ]]; then
            prefix=${current:0:index}
            break
        fi
    done
    while IFS= read -r line; do
        if [[ -z $directive ]]; then
            directive=$line
            continue
        fi
        value=${line%%$'\t'*}
        COMPREPLY+=("${value#"$prefix"}")
    done < <("${words[0]}" __complete -- "${words[@]:1}" 2>/dev/null)
    case $directive in
        :files) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "${current#"$prefix"}") ;;
        :directories) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- "${current#"$prefix"}") ;;
        :commandline*)
            if declare -F _command_offset >/dev/null; then
                _command_offset $((${directive#:commandline } + 1))
            else
                mapfile -t COMPREPLY < <(compgen -cf -- "$current")
            fi
            ;;
    esac
}
complete -F _my_sample my-sample
